FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY stubs ./stubs
RUN npm ci --omit=dev
COPY tsconfig.json ./
COPY src ./src
COPY commands ./commands
# The store lies in a volume that the unprivileged user may write.
RUN mkdir data && chown node:node data
USER node
VOLUME /app/data
# A small young generation keeps collections short while a snapshot comes in (see bench/snapshot.ts).
# Node itself is PID 1 and handles SIGTERM; no shell or npm in between.
CMD ["node", "--max-semi-space-size=4", "src/main.ts"]
