# Builds the container from the npm package: the first stage makes the package, the last has it without tools or root.
FROM node:26-bookworm-slim AS package
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY console/package.json console/package-lock.json ./console/
RUN npm ci --ignore-scripts && npm --prefix console ci --ignore-scripts
COPY README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE ./
COPY bin ./bin
COPY scripts ./scripts
COPY packages ./packages
COPY docs ./docs
COPY console ./console
COPY src ./src
RUN npm run dist -- --no-executables --into /dist && mkdir /app && tar -xzf /dist/clientele-[0-9]*.tgz -C /app --strip-components=1

FROM node:26-bookworm-slim
LABEL org.opencontainers.image.title="Clientele" \
      org.opencontainers.image.description="A self-hosted customer data service with its own OAuth 2.0 authorization server" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
# The base image is the Node that the product needs, so the package brings none. Compiled code is kept on the volume, so that the next
# start of the container takes half the time.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/data/.cache \
    CLIENTELE_HOST=0.0.0.0 \
    CLIENTELE_PORT=8080 \
    CLIENTELE_DATA_DIR=/data \
    CLIENTELE_LOG_FORMAT=json
COPY --from=package /app ./
RUN mkdir -p /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 8080
# Checks readiness, not only liveness: an instance without its store gets no traffic.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.CLIENTELE_PORT}/readyz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "lib/main.js"]
CMD ["serve"]
