# Pinned by the digest of both platforms, so that builds are reproducible.
# No package is compiled, so the packages for another processor are installed without emulation.
FROM --platform=$BUILDPLATFORM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS packages
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY stubs ./stubs
RUN npm ci --omit=dev --os=linux --libc=glibc --cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)"
# The store is in a volume that the unprivileged user may write.
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
# Tests only the event loop, since a restart fixes neither the service nor Discord. Without fetch, which refuses the ports
# that browsers refuse, and without an agent, which could use a proxy (NODE_USE_ENV_PROXY).
ENV HTTP_PORT=9090
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=2s \
  CMD ["node", "-e", "const { HTTP_HOST: host = '', HTTP_PORT: port } = process.env; if (port) require('node:http').get({ host: /^(0.0.0.0|::|)$/.test(host) ? '127.0.0.1' : host, port, path: '/livez', agent: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Returns freed buffers to the system at once instead of keeping them in glibc's heap (see bench/resident.ts). Below 64 KiB
# each buffer of the network costs two system calls, which doubles the CPU of a refresh (see bench/refresh.ts).
ENV MALLOC_MMAP_THRESHOLD_=131072
# A small young generation keeps collections short during a snapshot (see bench/refresh.ts).
# Node handles SIGTERM itself, as PID 1 too, so no shell or npm runs in between.
CMD ["node", "--max-semi-space-size=4", "src/main.ts"]
