# The server in a small image. SQLite and libpq are compiled in; OpenSSL comes from the system, for
# TLS to Postgres.
FROM rust:1-bookworm AS build
WORKDIR /clubhouse
COPY . .
RUN cargo build --locked --profile dist --features pg-tls

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates curl libssl3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home --home-dir /var/lib/clubhouse clubhouse
COPY --from=build /clubhouse/target/dist/clubhouse /usr/local/bin/clubhouse
USER clubhouse
WORKDIR /var/lib/clubhouse
# Without a DATABASE_URL the data is in clubhouse.db here.
VOLUME /var/lib/clubhouse
ENV CLUBHOUSE_LISTEN=0.0.0.0:8080 CLUBHOUSE_LOG_FORMAT=json
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD curl -fsS http://127.0.0.1:8080/health/ready || exit 1
ENTRYPOINT ["clubhouse"]
