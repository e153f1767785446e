import { component, email, text } from '../../field-text.ts'
import { texts } from '../../texts.ts'
import { provisionedWorkspaceSchema, type staffProduction } from './production.ts'

export const staffProductionTexts = texts<typeof staffProduction>({
  fields: {
    newWorkspace: text('The created workspace.'),
    userEmail: email('The email address of the future owner.'),
  },
  components: [component(provisionedWorkspaceSchema, 'ProvisionedWorkspace', 'A workspace that staff created for a user.')],
})
