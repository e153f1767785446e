import { pathOf } from '@portal/contract/endpoint'
import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Tabs } from '@portal/ui/layout/tabs'
import { Modal } from '@portal/ui/overlays/modal'
import { CodeBlock } from '@portal/ui/text/code-block'
import { Icon } from '@portal/ui/text/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { env } from '../../lib/env.ts'
import { type GeneratedToken, putToken, tokenQuery } from './token-queries.ts'
import { useCloseWithoutCopying } from './use-close-without-copying.tsx'

export const firstUsePollMs = 3_000
/** The interval after a failed poll. */
const failedPollMs = 15_000

/** Polls for the first use of a new token, so that the user can see that it works. */
export function FirstUse({ workspaceId, token }: { workspaceId: string; token: AuthToken }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...tokenQuery(workspaceId, token.id),
    initialData: { authToken: token },
    refetchInterval: ({ state }) => {
      if (state.data?.authToken.lastUsedAt) return false
      return state.error ? failedPollMs : firstUsePollMs
    },
  })
  const { authToken } = data
  const isUsed = authToken.lastUsedAt !== null

  useEffect(() => {
    if (isUsed) void putToken(queryClient, workspaceId, authToken)
  }, [isUsed, authToken, queryClient, workspaceId])

  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      {isUsed ? (
        <>
          <Icon name="check-circle" size="sm" className="text-success-text" />
          <span className="font-medium text-success-text">
            {`First used just now${authToken.lastUsedIp ? ` from ${authToken.lastUsedIp}` : ''}`}
          </span>
        </>
      ) : (
        <>
          <span aria-hidden="true" className="flex size-4 items-center justify-center">
            <span className="size-2 rounded-full bg-warning motion-safe:animate-pulse" />
          </span>
          <span className="text-content-muted">Not used yet</span>
        </>
      )}
    </p>
  )
}

interface TokenGeneratedDialogProps {
  workspaceId: string
  generated: GeneratedToken
  onClose: () => void
}

/** Shows the secret of a new token once. See docs/product/tokens.md#creating. */
export function TokenGeneratedDialog({ workspaceId, generated, onClose }: TokenGeneratedDialogProps) {
  const { authToken, token: value } = generated
  const [isCopied, setIsCopied] = useState(false)
  const { question, close } = useCloseWithoutCopying({
    what: 'the token',
    advice:
      'Its value will not be shown again. If you have not stored it, you need to generate another token.',
    isCopied,
    onClose,
  })
  const labelId = useId()

  return (
    <Modal
      title="Token Generated"
      description={
        <>
          The token “<bdi>{authToken.name}</bdi>” is ready to use.
        </>
      }
      size="2xl"
      isOpen
      onOpenChange={close}
      footer={
        <div className="flex w-full flex-wrap items-center justify-between gap-2">
          <FirstUse workspaceId={workspaceId} token={authToken} />
          <div className="flex gap-2">
            <Button onPress={close}>Done</Button>
            <CopyButton text={value} tone="accent" size="md" autoFocus onCopied={() => setIsCopied(true)}>
              Copy token
            </CopyButton>
          </div>
        </div>
      }
    >
      {/* Keeps the secret out of session recordings and page translation services. */}
      <div translate="no" className="ph-no-capture flex flex-col gap-4">
        <StatusBox tone="warning" announce="off">
          We are only showing you the value of this token once. Store it somewhere secure, please.
        </StatusBox>
        <div className="flex flex-col gap-1.5">
          <div className="flex items-center justify-between gap-3">
            <span id={labelId} className="font-medium text-sm">
              Token
            </span>
            <span role="status" className="text-sm text-success-text">
              {isCopied ? 'Token copied!' : ''}
            </span>
          </div>
          <fieldset aria-labelledby={labelId} className="rounded-lg border border-line bg-surface-sunken p-3">
            <code className="select-all font-mono text-content text-sm break-all">{value}</code>
          </fieldset>
        </div>
        <Tabs
          label="Ways to use the token"
          items={tokenSnippets(workspaceId, value).map(({ label, language, code }) => ({
            label,
            content: <CodeBlock code={code} language={language} />,
          }))}
        />
      </div>
      {question}
    </Modal>
  )
}

/** `SI_API_TOKEN` for "System Initiative": the initials of a name with several words, or the single word. */
export function tokenVariableName(productName: string): string {
  const words = productName.toUpperCase().match(/[A-Z][A-Z0-9]*/g) ?? []
  const prefix = words.length > 1 ? words.map((word) => word[0]).join('') : words[0]
  return prefix ? `${prefix}_API_TOKEN` : 'API_TOKEN'
}

/**
 * Snippets to paste. The JavaScript reads the environment variable, because a secret in code would end up in repositories.
 * Tokens consist of letters, digits and `-._`, so they need no escaping.
 */
export function tokenSnippets(workspaceId: string, value: string) {
  const variable = tokenVariableName(env.productName)
  const url = `${env.apiUrl}${pathOf(workspaces.read, { workspaceId })}`
  return [
    {
      label: 'curl',
      language: 'bash' as const,
      code: `curl '${url}' \\\n  --header 'Authorization: Bearer ${value}'`,
    },
    {
      label: 'Environment variable',
      language: 'bash' as const,
      code: `export ${variable}='${value}'`,
    },
    {
      label: 'JavaScript',
      language: 'js' as const,
      code: [
        `// Reads the token from the environment variable ${variable}.`,
        `const response = await fetch('${url}', {`,
        `  headers: { Authorization: \`Bearer \${process.env.${variable}}\` },`,
        '})',
        'console.log(await response.json())',
      ].join('\n'),
    },
  ]
}
