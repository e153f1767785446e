import { billingComponents } from './billing-components.ts'
import { eventComponents } from './billing-event.ts'
import type { Component } from './component.ts'
import { credentialComponents } from './credential-components.ts'
import { staffComponents } from './staff-components.ts'
import { userComponents } from './user-components.ts'
import { workspaceComponents } from './workspace-components.ts'

/** The objects with a name of their choice. Others are named after the call or the field that they belong to. */
export const components: readonly Component[] = [
  ...userComponents,
  ...workspaceComponents,
  ...credentialComponents,
  ...billingComponents,
  ...eventComponents,
  ...staffComponents,
]
