# Builds Stet into an image that runs as an unprivileged user. docs/deploying.md explains how to use it.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No package of the lockfile needs its install script.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/db-template.ts && node scripts/licences.ts --texts > third-party.txt

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The optional packages are Node itself and parts of tools; the image has its own Node.
RUN npm ci --ignore-scripts --omit=dev --omit=optional --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    STET_DATA=/data
RUN mkdir /data /backup && chown node:node /data /backup
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json server.ts ./
COPY scripts scripts
COPY app app
COPY content content
COPY --from=build /app/third-party.txt third-party.txt
COPY --from=build /app/build build
USER node
VOLUME ["/data", "/backup"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is started directly, so that it receives the signal, saves the answers in progress and exits.
CMD ["node", "server.ts"]
