ALTER TABLE seats DROP COLUMN public_status;
