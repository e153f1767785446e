import { Tabs } from '@portal/ui/layout/tabs'
import { CodeBlock } from '@portal/ui/text/code-block'
import { TextLink } from '@portal/ui/text/text-link'
import { env } from '../../lib/env.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import type { ServiceAccountParams } from './trust-rule-queries.ts'
import { trustRuleSnippets } from './trust-rule-snippets.ts'

/** Snippets for pipelines, with the service account and the audience filled in. */
export function PipelineSnippets({ params, audience }: { params: ServiceAccountParams; audience: string }) {
  const snippets = trustRuleSnippets({ ...params, apiUrl: env.apiUrl, audience })
  return (
    <TitledSection title="Set up a pipeline">
      <p className="text-content-muted">
        Paste a snippet into your pipeline. It contains no secret: the run proves who it is.
        {env.ciSystemUrl && (
          <>
            {' '}
            To try it here,{' '}
            <TextLink href={`${env.ciSystemUrl}/?serviceAccountId=${params.serviceAccountId}`} isNewTab>
              open the local CI system
            </TextLink>
            .
          </>
        )}
      </p>
      <Tabs
        label="CI systems"
        items={snippets.map(({ label, language, code }) => ({
          id: label,
          label,
          content: <CodeBlock code={code} language={language} />,
        }))}
      />
    </TitledSection>
  )
}
