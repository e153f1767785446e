# Builds two images without compilers and development libraries:
#   docker build --target api --tag portal-api .
#   docker build --target portal --tag portal-web .

# The version of package.json. For a build that always gets the same base, add its digest with --build-arg:
# NODE_IMAGE=node:26.10.0-slim@sha256:…. See docs/operations.md#base-images.
ARG NODE_IMAGE=node:26.10.0-slim

# Only the manifests, so that a source change doesn't reinstall packages.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/portal/package.json apps/portal/
COPY packages/contract/package.json packages/contract/
COPY packages/ui/package.json packages/ui/
COPY stand-ins/package.json stand-ins/

FROM manifests AS build
RUN npm ci
COPY . .
RUN node tools/build-portal.ts
RUN node tools/sbom.ts api > api.cdx.json && node tools/sbom.ts portal > portal.cdx.json

# The image contains Node, so the optional packages (Node and build tools) aren't needed.
FROM manifests AS api-modules
RUN npm ci --omit=dev --omit=optional --workspace=@portal/api --include-workspace-root

FROM manifests AS portal-modules
RUN npm ci --omit=dev --omit=optional --workspace=@portal/app

FROM ${NODE_IMAGE} AS api
WORKDIR /app
ENV NODE_ENV=production API_HOST=0.0.0.0 METRICS_HOST=0.0.0.0 DRAIN_GRACE_SECONDS=10
COPY --from=api-modules /app/node_modules node_modules
COPY package.json ./
COPY packages/contract packages/contract
COPY apps/api apps/api
COPY legal legal
COPY --from=build /app/api.cdx.json sbom.cdx.json
# The process writes no files, so the root file system may be read-only. Kubernetes checks the number of the user `node`.
USER 1000
EXPOSE 9001 9009
# Checks liveness. The proxy checks readiness, which includes the database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.API_PORT || 9001}/health/live`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/server.ts"]

FROM ${NODE_IMAGE} AS portal
WORKDIR /app
ENV NODE_ENV=production
COPY --from=portal-modules /app/node_modules node_modules
COPY package.json ./
COPY packages/contract packages/contract
COPY apps/portal/package.json apps/portal/server.ts apps/portal/
COPY apps/portal/server apps/portal/server
COPY --from=build /app/apps/portal/dist apps/portal/dist
COPY --from=build /app/portal.cdx.json sbom.cdx.json
USER 1000
EXPOSE 9000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORTAL_PORT || 9000}/health/live`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/portal/server.ts"]
