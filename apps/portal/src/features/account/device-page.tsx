import { normalizeUserCode } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { messages } from '@portal/contract/messages'
import { Button } from '@portal/ui/buttons/button'
import { Form } from '@portal/ui/fields/form'
import { TextField } from '@portal/ui/fields/text-field'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { Icon } from '@portal/ui/text/icon'
import * as z from 'zod/mini'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { LocalSignIn } from './local-sign-in.tsx'
import { SignInRequest } from './sign-in-request.tsx'

const schema = z.object({
  code: z
    .string(messages.required)
    .check(
      z.refine((text) => normalizeUserCode(text).length === 8, 'Enter the 8 letters, such as BCDF-GHJK.'),
    ),
})

/** Asks for the code that the command line shows. */
function CodeForm({ onSubmit }: { onSubmit: (code: string) => void }) {
  return (
    <NoticePage
      title="Connect the command line"
      icon={<Icon name="terminal" size="xl" className="text-accent-text" />}
    >
      <p>Enter the code that your terminal shows. Never enter a code that someone sent you.</p>
      <Form
        schema={schema}
        onSubmit={async ({ code }) => onSubmit(normalizeUserCode(code))}
        aria-label="Connect the command line"
        className="mx-auto flex w-full max-w-72 flex-col gap-4 text-left"
      >
        <TextField
          name="code"
          label="Code"
          placeholder="XXXX-XXXX"
          isRequired
          isMonospace
          autoComplete="off"
        />
        <Button type="submit" tone="accent">
          Continue
        </Button>
      </Form>
    </NoticePage>
  )
}

export interface DevicePageProps {
  /** The code from the link that the command line prints. */
  userCode?: string | undefined
  /** The port of a `si` CLI on this computer. */
  localPort?: number | undefined
}

/** Approves the sign-in of a command-line tool. See docs/product/command-line.md#approving. */
export function DevicePage({ userCode, localPort }: DevicePageProps) {
  // Kept, because approving may send the user to sign in again.
  const [code, setCode] = useKeptState<string | null>('device code', userCode ?? null)
  if (localPort !== undefined) return <LocalSignIn port={localPort} />
  if (code === null) return <CodeForm onSubmit={setCode} />
  return <SignInRequest key={code} userCode={code} onOtherCode={() => setCode(null)} />
}
