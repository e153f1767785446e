import type { TrustRulePresetName } from '@portal/contract/trust-rules/trust-rule-presets'
import type { RuleClaims, TrustRule } from '@portal/contract/trust-rules/trust-rules'
import { Tabs } from '@portal/ui/layout/tabs'
import { CodeBlock } from '@portal/ui/text/code-block'
import { TextLink } from '@portal/ui/text/text-link'
import { env } from '../../lib/env.ts'
import type { ServiceAccountParams } from './trust-rule-queries.ts'
import { trustRuleSnippets } from './trust-rule-snippets.ts'

interface RuleSnippetsProps {
  params: ServiceAccountParams
  /** The rule whose audience and conditions the snippets use. */
  rule: TrustRule | undefined
  /** The conditions of a rule that is still learning. */
  claims?: RuleClaims
  /** Shows the snippet for one CI system only. */
  preset?: TrustRulePresetName
  /** The repository that the local CI system runs. */
  repository?: string | undefined
  /** Whether the user may connect pipelines. */
  canConnect: boolean
}

/** The local CI system, with the fields of a run that the rule accepts filled in. */
function localRunUrl({ params, rule, repository, claims = rule?.claims ?? {} }: RuleSnippetsProps): string {
  const firstOf = (name: string) => [claims[name] ?? ''].flat()[0] ?? ''
  return `${env.ciSystemUrl}/?${new URLSearchParams({
    serviceAccountId: params.serviceAccountId,
    audience: rule?.audience ?? env.apiUrl,
    repository: repository ?? '',
    branch: firstOf('ref').replace('refs/heads/', ''),
    environment: firstOf('environment'),
  })}`
}

/** Leads to a run in the local CI system. If the rule is for another issuer, leads managers to a rule for the local CI system. */
function TryLocally(props: RuleSnippetsProps) {
  const { workspaceId, serviceAccountId } = props.params
  if (!props.rule || props.rule.issuer === env.ciSystemUrl)
    return (
      <span>
        {' '}
        To try it here,{' '}
        <TextLink href={localRunUrl(props)} isNewTab>
          open the local CI system
        </TextLink>
        .
      </span>
    )
  if (!props.canConnect) return null
  return (
    <span>
      {' '}
      The rule refuses runs of the local CI system, which has another issuer. To try it here,{' '}
      <TextLink
        href={`/workspace/${workspaceId}/connect?serviceAccountId=${serviceAccountId}&provider=local`}
      >
        connect the local CI system
      </TextLink>
      .
    </span>
  )
}

/** Snippets for the pipelines that use a rule. That of its CI system is open. See docs/product/trust-rules.md#snippets. */
export function RuleSnippets(props: RuleSnippetsProps) {
  const { params, rule, preset, claims = rule?.claims } = props
  const audience = rule?.audience ?? env.apiUrl
  const snippets = trustRuleSnippets({ ...params, apiUrl: env.apiUrl, audience, claims })
  const items = snippets
    .filter((snippet) => preset === undefined || snippet.preset === preset)
    .map(({ label, language, code }) => ({ label, content: <CodeBlock code={code} language={language} /> }))
  return (
    <>
      <p className="text-content-muted">
        <span>Paste the snippet into your pipeline. It contains no secret: the run proves who it is.</span>
        {env.ciSystemUrl !== '' && <TryLocally {...props} />}
      </p>
      {items.length === 1 ? (
        items[0]?.content
      ) : (
        <Tabs
          key={rule?.id}
          label="CI systems"
          initial={snippets.find((each) => each.preset === rule?.preset && each.preset !== 'generic')?.label}
          items={items}
        />
      )}
    </>
  )
}
