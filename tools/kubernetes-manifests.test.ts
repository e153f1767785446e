/** The manifests in deploy/kubernetes match the schemas of Kubernetes, the configuration, the images and each other. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig, variables } from '../apps/api/src/config.ts'
import { isPublicAddress } from '../apps/api/src/gateways/fence/public-address.ts'

const folder = join(import.meta.dirname, '../deploy/kubernetes')

interface Container {
  image: string
  env?: { name: string; value: string }[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports?: { containerPort: number }[]
  resources: object
  securityContext: object
}

interface PodTemplate {
  metadata: { labels: Record<string, string> }
  spec: { containers: Container[]; terminationGracePeriodSeconds?: number }
}

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name?: string; generateName?: string; namespace?: string }
  spec: {
    template: PodTemplate
    selector: { matchLabels: Record<string, string> } & Record<string, string>
    egress?: { to?: { ipBlock?: { cidr: string; except: string[] } }[]; ports: { port: number }[] }[]
  }
  data: Record<string, string>
  stringData: Record<string, string>
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.yaml'),
)
const manifests = files.flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8'), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`)
    return { file: relative('.', file), manifest: document.toJS() as Manifest }
  }),
)
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name ?? metadata.generateName}`
const named = manifests.map(({ file, manifest }) => [`${file}: ${nameOf(manifest)}`, manifest] as const)
const ofKind = (kind: string) => named.filter(([, manifest]) => manifest.kind === kind)
const withPods = named.filter(([, { spec }]) => spec?.template)
const podsOf = (labels: Record<string, string>) =>
  withPods.filter(([, { spec }]) =>
    Object.entries(labels).every(([key, value]) => spec.template.metadata.labels[key] === value),
  )

describe('deploy/kubernetes', () => {
  it.each(named)('%s matches the schema of its kind', async (_name, manifest) => {
    const models = await import(
      /* @vite-ignore */ `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`
    )
    new models[manifest.kind](manifest).validate()
  })

  it('keeps everything in the namespace that it creates', () => {
    const [[, namespace] = []] = ofKind('Namespace')
    const others = manifests.filter(({ manifest }) => manifest.kind !== 'Namespace')
    expect(new Set(others.map(({ manifest }) => manifest.metadata.namespace))).toEqual(
      new Set([namespace?.metadata.name]),
    )
  })
})

describe('the pods', () => {
  it.each(withPods)('of %s run without privileges, as the namespace requires', (_name, { spec }) => {
    expect(spec.template.spec).toMatchObject({
      automountServiceAccountToken: false,
      // Kubernetes would set variables such as PORTAL_PORT for services, and the start would fail.
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    })
    for (const container of spec.template.spec.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      })
    }
  })

  it.each(ofKind('Deployment'))('of %s have probes on the port of their image', (_name, { spec }) => {
    const dockerfile = readFileSync(join(folder, '../../Dockerfile'), 'utf8')
    for (const container of spec.template.spec.containers) {
      expect(container).toMatchObject({
        livenessProbe: { httpGet: { path: '/health/live', port: 'http' } },
        readinessProbe: { httpGet: { port: 'http' } },
      })
      const exposed = container.ports?.map(({ containerPort }) => containerPort).join(' ')
      expect(dockerfile).toContain(`EXPOSE ${exposed}\n`)
    }
  })

  it('of the API have more time to stop than the drain takes', () => {
    const [[, api] = []] = podsOf({ 'app.kubernetes.io/name': 'portal-api' })
    const pod = api?.spec.template.spec
    const grace = pod?.containers[0]?.env?.find(({ name }) => name === 'DRAIN_GRACE_SECONDS')
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(grace?.value) + 15)
  })

  it.each([...ofKind('Service'), ...ofKind('PodDisruptionBudget')])(
    'are selected by %s only if they belong to one deployment',
    (_name, { spec }) => {
      const pods = podsOf(spec.selector.matchLabels ?? spec.selector)
      expect(pods.map(([, { kind }]) => kind)).toEqual(['Deployment'])
    },
  )
})

describe('the configuration of the pods', () => {
  const [[, settings] = []] = ofKind('ConfigMap')
  const [[, secrets] = []] = ofKind('Secret')
  const environment = { NODE_ENV: 'production', ...settings?.data, ...secrets?.stringData }

  it('contains only variables of the API, and no secrets', () => {
    for (const name of Object.keys(environment)) expect(Object.keys(variables)).toContain(name)
    expect(
      Object.keys(settings?.data ?? {}).filter((name) => /SECRET|KEY$|DATABASE_URL|SMTP_URL/.test(name)),
    ).toEqual([])
  })

  it('is complete, so the API accepts it in production', () => {
    expect(() => readConfig(environment)).not.toThrow()
  })

  it('trusts client addresses only from the addresses of a proxy', () => {
    expect(readConfig(environment).TRUSTED_PROXIES).not.toEqual([])
  })

  it.each(withPods)('of %s exists, and only the API knows the secrets', (_name, { spec }) => {
    for (const { envFrom, image } of spec.template.spec.containers) {
      const references = envFrom.map(({ configMapRef, secretRef }) => configMapRef?.name ?? secretRef?.name)
      const isApi = image.includes('portal-api')
      expect(references).toEqual([settings?.metadata.name, ...(isApi ? [secrets?.metadata.name] : [])])
    }
  })
})

describe('the network policies', () => {
  const rules = ofKind('NetworkPolicy').flatMap(([, { spec }]) => spec.egress ?? [])
  const rulesFor = (port: number) => rules.filter(({ ports }) => ports.some((each) => each.port === port))

  it('refuse all traffic that no other policy allows', () => {
    const refusals = ofKind('NetworkPolicy').filter(([name]) => name.endsWith('refuse-the-rest'))
    expect(refusals.map(([, { spec }]) => spec)).toEqual([
      { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    ])
  })

  it('let the API reach DNS, its database and its mail server', () => {
    const [[, secrets] = []] = ofKind('Secret')
    const { DATABASE_URL = '', SMTP_URL = '' } = secrets?.stringData ?? {}
    const ports = [53, Number(new URL(DATABASE_URL).port || 5_432), Number(new URL(SMTP_URL).port || 465)]
    for (const port of ports) expect(rulesFor(port)).not.toEqual([])
  })

  it('let the API reach https at public addresses only, because users choose issuers', () => {
    const blocks = rulesFor(443).flatMap(({ to }) => (to ?? [{}]).map(({ ipBlock }) => ipBlock))
    expect(blocks.map((block) => block?.cidr)).toEqual(['0.0.0.0/0', '::/0'])
    const refused = blocks.flatMap((block) => block?.except ?? []).map((range) => range.split('/')[0] ?? '')
    expect(refused).toContain('169.254.0.0')
    expect(refused.filter(isPublicAddress)).toEqual([])
  })
})
