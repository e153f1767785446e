import { component, count, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { newServiceAccountSchema, serviceAccountRefSchema, serviceAccountSaveSchema, serviceAccountSchema, type serviceAccounts } from './service-accounts.ts'

const serviceAccountName = text('The name: 1 to 100 characters, unique in the workspace.', 'Nightly deploy')

const serviceAccountDescription = text('What it is for: at most 500 characters.', 'Deploys the shop every night')

export const serviceAccountsTexts = texts<typeof serviceAccounts>({
  fields: {
    isDisabled: text('Whether all tokens of the service account are refused.', false),
    activeTokenCount: count('The number of its tokens that are neither expired nor revoked.', 2),
  },
  components: [
    component(serviceAccountRefSchema, 'ServiceAccountReference', 'A service account, as other objects refer to it.'),
    component(serviceAccountSchema, 'ServiceAccount', 'An identity for automation that belongs to a workspace.', {
      name: serviceAccountName,
      description: serviceAccountDescription,
    }),
    component(newServiceAccountSchema, 'NewServiceAccount', 'A service account to create.', {
      name: serviceAccountName,
      description: serviceAccountDescription,
    }),
    component(serviceAccountSaveSchema, 'ServiceAccountChanges', 'The fields to change. Omitted fields are not changed.', {
      name: serviceAccountName,
      description: serviceAccountDescription,
    }),
  ],
})
