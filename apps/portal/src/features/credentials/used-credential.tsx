import { Icon, type IconProps } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { ReactNode } from 'react'

interface UsedCredentialProps {
  icon: IconProps['name']
  title: ReactNode
  /** What it is, before its last use: "API token, ". */
  kind?: string
  lastUsedAt: string | null
  lastUsedIp: string | null
  children?: ReactNode
}

/** A list item with a token or session and its last use: "last used 3 hours ago from 203.0.113.7", or "never used". */
export function UsedCredential({ icon, title, kind, lastUsedAt, lastUsedIp, children }: UsedCredentialProps) {
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <Icon name={icon} size="sm" className="mt-0.5 text-content-subtle" />
      <div className="min-w-0 grow">
        <div className="wrap-anywhere">{title}</div>
        <div className="text-content-muted text-sm">
          <span>{kind}</span>
          {lastUsedAt ? (
            <span key="used">
              last used <Timestamp date={lastUsedAt} isRelative />
              {lastUsedIp && <span>{` from ${lastUsedIp}`}</span>}
            </span>
          ) : (
            <span>never used</span>
          )}
        </div>
      </div>
      {children}
    </li>
  )
}
