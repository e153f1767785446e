import { useState } from 'react'
import { CodeForm } from './code-form.tsx'
import { LocalSignIn } from './local-sign-in.tsx'
import { SignInRequest } from './sign-in-request.tsx'

export interface DevicePageProps {
  /** The code from the link that the command line prints. */
  userCode?: string | undefined
  /** The port of a `si` CLI on this computer. */
  localPort?: number | undefined
}

/** Approves the sign-in of a command-line tool. See docs/product/command-line.md#approving. */
export function DevicePage({ userCode, localPort }: DevicePageProps) {
  const [code, setCode] = useState(userCode)
  if (localPort !== undefined) return <LocalSignIn port={localPort} />
  if (code === undefined) return <CodeForm onSubmit={setCode} />
  return <SignInRequest key={code} userCode={code} onOtherCode={() => setCode(undefined)} />
}
