# Builds the container: two stages install dependencies and build the console, the last has the service without tools or root.
FROM node:26-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base image is the Node that the product needs, so the one from npm (an optional dependency) stays out.
RUN npm ci --omit=dev --omit=optional && npm cache clean --force

FROM node:26-bookworm-slim AS console
WORKDIR /app
COPY console/package.json console/package-lock.json ./console/
RUN cd console && npm ci --ignore-scripts --no-audit --no-fund && npm cache clean --force
# The tsconfig.json of the console extends that of the root.
COPY tsconfig.json ./
COPY scripts ./scripts
COPY console ./console
RUN node scripts/console.mjs

FROM node:26-bookworm-slim
LABEL org.opencontainers.image.title="Clientele" \
      org.opencontainers.image.description="A self-hosted customer data service with its own OAuth 2.0 authorization server" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
ENV NODE_ENV=production \
    CLIENTELE_HOST=0.0.0.0 \
    CLIENTELE_PORT=8080 \
    CLIENTELE_DATA_DIR=/data \
    CLIENTELE_LOG_FORMAT=json
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE *.md ./
COPY bin ./bin
COPY scripts/lib ./scripts/lib
COPY src ./src
COPY packages/client/src ./packages/client/src
COPY --from=console /app/console/dist ./console/dist
# The server shows its documents at /docs.
COPY docs ./docs
# Beside the data, the service writes compiled code, so that the next start of the container takes half the time.
RUN mkdir -p /data node_modules/.cache/clientele && chown node:node /data node_modules/.cache/clientele && chmod 700 /data
USER node
VOLUME /data
EXPOSE 8080
# Checks readiness, not only liveness: an instance without its store gets no traffic.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.CLIENTELE_PORT}/readyz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "src/main.ts"]
CMD ["serve"]
