import { pathOf } from '@portal/contract/endpoint'
import { tokenClockRefreshMs } from '@portal/contract/limits'
import type { AuthToken, TokenSecret } from '@portal/contract/tokens/token-schemas'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Tabs } from '@portal/ui/layout/tabs'
import { useNow } from '@portal/ui/lib/use-now'
import { Modal } from '@portal/ui/overlays/modal'
import { CodeBlock } from '@portal/ui/text/code-block'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { env } from '../../lib/env.ts'
import { ShownSecret } from './shown-secret.tsx'
import { SecretUse } from './token-cells.tsx'
import type { GeneratedToken } from './token-queries.ts'
import { rotationOf } from './token-state.ts'
import { useCloseWithoutCopying } from './use-close-without-copying.tsx'
import { useLiveToken } from './use-live-token.ts'
import { WaitingDot } from './waiting-dot.tsx'

/** A new token has one secret. */
const isRotated = ({ secrets }: AuthToken) => secrets.length > 1

/** Shows whether the new secret has been used, and after a rotation who still uses the old one. */
function SecretUses({ workspaceId, generated }: Omit<TokenGeneratedDialogProps, 'onClose'>) {
  const { authToken, hasReplacedUnused } = generated
  const token = useLiveToken(workspaceId, authToken, { isUseAwaited: true })
  const now = useNow({ intervalMs: tokenClockRefreshMs, isRunning: true })
  const [newest] = token.secrets
  const old = rotationOf(token, now)?.old[0]
  const isUsed = Boolean(newest?.lastUsedAt)
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-sm wrap-anywhere">
      <p role="status" className="flex items-center gap-2">
        {isUsed ? <Icon name="check-circle" size="sm" className="text-success-text" /> : <WaitingDot />}
        <span className={isUsed ? 'font-medium text-success-text' : 'text-content-muted'}>
          {newest && <NewSecretUse secret={newest} isRotated={isRotated(authToken)} />}
        </span>
      </p>
      {isRotated(authToken) && (old || !hasReplacedUnused) && (
        <p className="flex items-start gap-2 text-content-muted">
          <Icon name="clock" size="sm" className="mt-0.5 text-content-subtle" />
          {old ? (
            <span key="works">
              {hasReplacedUnused ? 'Older' : 'Old'} secret: <SecretUse secret={old} />
            </span>
          ) : (
            <span key="ended">The old secret no longer works.</span>
          )}
        </p>
      )}
    </div>
  )
}

function NewSecretUse({ secret, isRotated }: { secret: TokenSecret; isRotated: boolean }) {
  const { lastUsedAt, lastUsedIp } = secret
  if (isRotated)
    return (
      <span>
        New secret: <SecretUse secret={secret} />
      </span>
    )
  if (!lastUsedAt) return <span>Not used yet</span>
  return (
    <span>
      First used <Timestamp date={lastUsedAt} isRelative hasTooltip={false} />
      {lastUsedIp && <span>{` from ${lastUsedIp}`}</span>}
    </span>
  )
}

interface TokenGeneratedDialogProps {
  workspaceId: string
  generated: GeneratedToken
  onClose: () => void
}

/** Shows the secret of a new or rotated token once. See docs/product/tokens.md#creating. */
export function TokenGeneratedDialog({ workspaceId, generated, onClose }: TokenGeneratedDialogProps) {
  const { authToken, token: value, hasReplacedUnused } = generated
  const { question, close, lastCopied, countCopy, copyProps } = useCloseWithoutCopying({
    what: 'the token',
    advice: isRotated(authToken)
      ? 'Its value will not be shown again. If you have not stored it, you need to rotate the token again.'
      : 'Its value will not be shown again. If you have not stored it, you need to generate another token.',
    secrets: [value],
    onClose,
  })

  return (
    <Modal
      title={isRotated(authToken) ? 'Secret rotated' : 'Token Generated'}
      description={
        <>
          The token “<bdi>{authToken.name}</bdi>”{' '}
          {isRotated(authToken) ? 'has a new secret.' : 'is ready to use.'}
          {hasReplacedUnused && ' Its previous secret was never used and no longer works.'}
        </>
      }
      size="2xl"
      isOpen
      onOpenChange={close}
      footer={
        <div className="flex w-full items-center justify-between gap-4">
          <SecretUses workspaceId={workspaceId} generated={generated} />
          <div className="flex shrink-0 gap-2">
            <Button onPress={close}>Done</Button>
            <CopyButton text={value} tone="accent" size="md" autoFocus onCopied={() => countCopy(value)}>
              Copy token
            </CopyButton>
          </div>
        </div>
      }
    >
      {/* Keeps the secret out of session recordings and page translation services. */}
      <div translate="no" {...copyProps} className="ph-no-capture flex flex-col gap-4">
        <StatusBox tone="warning" announce="off">
          We are only showing you the value of this token once. Store it somewhere secure, please.
        </StatusBox>
        <ShownSecret label="Token" value={value} lastCopied={lastCopied} />
        <Tabs
          label="Ways to use the token"
          items={tokenSnippets(workspaceId, value).map(({ label, language, code }) => ({
            label,
            content: <CodeBlock code={code} language={language} onCopied={() => countCopy(code)} />,
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
