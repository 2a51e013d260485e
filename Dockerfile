# By its digest, of both platforms: what is built today is built the same tomorrow.
# Nothing is compiled, so that the packages for another processor are put together without emulating it.
FROM --platform=$BUILDPLATFORM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS packages
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY stubs ./stubs
RUN npm ci --omit=dev --os=linux --libc=glibc --cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)"
# The store lies in a volume that the unprivileged user may write.
RUN mkdir -p /writable/data

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app ./
COPY LICENSE ./
COPY src ./src
COPY commands ./commands
COPY --from=packages --chown=node:node /writable ./
USER node
VOLUME /app/data
# Whether its event loop turns, and no more: a service or a Discord that is down is mended by no restart. Not asked with
# fetch, which refuses ports that browsers do, and without an agent, which could use a proxy (NODE_USE_ENV_PROXY).
ENV HTTP_PORT=9090
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=2s \
  CMD ["node", "-e", "const { HTTP_HOST: host = '', HTTP_PORT: port } = process.env; if (port) require('node:http').get({ host: /^(0.0.0.0|::|)$/.test(host) ? '127.0.0.1' : host, port, path: '/livez', agent: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Buffers go back to the system as soon as they are free, instead of lying about in glibc's heap (see bench/resident.ts).
ENV MALLOC_MMAP_THRESHOLD_=65536
# A small young generation keeps collections short while a snapshot comes in (see bench/refresh.ts).
# Node itself handles SIGTERM, as PID 1 too; no shell or npm in between.
CMD ["node", "--max-semi-space-size=4", "src/main.ts"]
