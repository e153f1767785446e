import { component, date, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { deletedWorkspaceSchema, newWorkspaceSchema, workspaceSchema, workspaces } from './workspaces.ts'

const description = text('What the workspace is for: at most 5,000 characters.', 'Tries out every change first')

const displayName = text('The name: 1 to 500 letters, digits, spaces and `- . , _ @ / +`.', 'Staging')

export const workspacesTexts = texts<typeof workspaces>({
  fields: {
    newWorkspaceId: text('The id of the created workspace.', '01JBW5ZX6T0N5C8D1F4G7H9J2K'),
    isFavourite: text("Whether it is one of the caller's favourites. Other members have their own.", true),
    isHidden: text("Whether it is hidden in the caller's list. Other members have their own setting.", false),
    creatorUser: text('The name of the owner.'),
    lastOpenedAt: date('When the caller last opened the workspace. Null if the caller never did.'),
    restorableUntil: date('The time until which the owner can restore the workspace.', '2026-12-02T09:30:00.000Z'),
    redirect: text('The path inside the instance to open. An invalid path is ignored.', '/w/main?tab=models'),
  },
  components: [
    component(workspaceSchema, 'Workspace', "A workspace, with the caller's settings for it.", {
      description,
    }),
    component(newWorkspaceSchema, 'NewWorkspace', 'A workspace to create.', { displayName, description }),
    component(workspaces.update.body, 'WorkspaceChanges', 'The fields to change. Omitted fields are not changed.', {
      displayName,
      description: text('What the workspace is for. An empty string or null clears it.', 'Tries out every change first'),
    }),
    component(deletedWorkspaceSchema, 'DeletedWorkspace', 'A deleted workspace that its owner can still restore.', {
      deletedAt: date('When it was deleted.'),
    }),
    component(workspaceSchema.shape.creatorUser, 'OwnerName', 'The name of the owner of a workspace.'),
  ],
})
