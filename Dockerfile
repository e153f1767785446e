# Builds two images without compilers and development libraries:
#   docker build --target api --tag portal-api .
#   docker build --target portal --tag portal-web .

ARG NODE_VERSION=26.10.0

# Only the manifests, so that a source change doesn't reinstall packages.
FROM node:${NODE_VERSION}-slim AS manifests
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

# The image contains Node, so the optional packages (Node and build tools) aren't needed.
FROM manifests AS api-modules
RUN npm ci --omit=dev --omit=optional --workspace=@portal/api --include-workspace-root

# The portal's server only needs the contract's packages. React and the others are in the build.
FROM manifests AS portal-modules
RUN npm ci --omit=dev --omit=optional --workspace=@portal/contract

FROM node:${NODE_VERSION}-slim AS api
WORKDIR /app
ENV NODE_ENV=production API_HOST=0.0.0.0 METRICS_HOST=0.0.0.0 DRAIN_GRACE_SECONDS=10
COPY --from=api-modules /app/node_modules node_modules
COPY package.json ./
COPY packages/contract packages/contract
COPY apps/api apps/api
COPY legal legal
# The process writes no files, so the root file system may be read-only.
USER node
EXPOSE 9001 9009
# Checks liveness. The proxy checks readiness, which includes the database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.API_PORT || 9001}/health/live`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/server.ts"]

FROM node:${NODE_VERSION}-slim AS portal
WORKDIR /app
ENV NODE_ENV=production
COPY --from=portal-modules /app/node_modules node_modules
COPY package.json ./
COPY packages/contract packages/contract
COPY apps/portal/package.json apps/portal/server.ts apps/portal/
COPY apps/portal/server apps/portal/server
COPY --from=build /app/apps/portal/dist apps/portal/dist
USER node
EXPOSE 9000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORTAL_PORT || 9000}/health/live`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/portal/server.ts"]
