import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { Tabs } from '@portal/ui/layout/tabs'
import { CodeBlock } from '@portal/ui/text/code-block'
import { TextLink } from '@portal/ui/text/text-link'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { env } from '../../lib/env.ts'
import { quietLink } from '../../lib/layout/plain-link.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { serviceAccountsQuery } from './service-account-queries.ts'
import { ruleWorkspaceQuery, type ServiceAccountParams, trustRulesQuery } from './trust-rule-queries.ts'
import { trustRuleSnippets } from './trust-rule-snippets.ts'
import { TrustRulesSection } from './trust-rules-section.tsx'

const intro =
  'Pipelines that match a rule act as this service account for a few minutes. They store no secret.'

/** Snippets for pipelines, with the service account and the audience filled in. */
function PipelineSnippets({ params, audience }: { params: ServiceAccountParams; audience: string }) {
  const snippets = trustRuleSnippets({ ...params, apiUrl: env.apiUrl, audience })
  return (
    <TitledSection title="Set up a pipeline">
      <p className="text-content-muted">
        <span>Paste a snippet into your pipeline. It contains no secret: the run proves who it is.</span>
        {env.ciSystemUrl && (
          <span>
            {' '}
            To try it here,{' '}
            <TextLink href={`${env.ciSystemUrl}/?serviceAccountId=${params.serviceAccountId}`} isNewTab>
              open the local CI system
            </TextLink>
            .
          </span>
        )}
      </p>
      <Tabs
        label="CI systems"
        items={snippets.map(({ label, language, code }) => ({
          label,
          content: <CodeBlock code={code} language={language} />,
        }))}
      />
    </TitledSection>
  )
}

/** Which pipelines may act as a service account. See docs/product/trust-rules.md#rules. */
export function TrustRulesPage({ params }: { params: ServiceAccountParams }) {
  const { data: workspace } = useSuspenseQuery(ruleWorkspaceQuery(params.workspaceId))
  const { data } = useSuspenseQuery(serviceAccountsQuery(params.workspaceId))
  const { data: listed } = useSuspenseQuery(trustRulesQuery(params))
  const account = data.serviceAccounts.find(({ id }) => id === params.serviceAccountId)
  return (
    <ShellSection
      parent={
        <Link
          to="/workspace/$workspaceId/service-accounts"
          params={{ workspaceId: params.workspaceId }}
          className={quietLink}
        >
          Service accounts
        </Link>
      }
      title={
        <>
          <bdi>{account?.name ?? 'Service account'}</bdi>
          {' > Trust rules'}
        </>
      }
      intro={intro}
    >
      <TrustRulesSection
        params={params}
        canManage={may(workspace.role, serviceAccountRights.manageServiceAccounts)}
      />
      <PipelineSnippets params={params} audience={listed.trustRules.at(0)?.audience ?? env.apiUrl} />
    </ShellSection>
  )
}
