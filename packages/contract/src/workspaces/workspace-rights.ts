import { everyMember, ownerAndApprover, ownerOnly } from '../members/roles.ts'

export const workspaceRights = {
  readWorkspace: everyMember('See the workspace'),
  openWorkspace: everyMember('Open the workspace'),
  markWorkspace: everyMember('Mark the workspace as a favourite, or hide it, in their own list'),
  confirmAddress: everyMember("Confirm the workspace's URL before they open it"),
  editWorkspace: ownerOnly("Change the workspace's name, description and URL"),
  deleteWorkspace: ownerOnly('Delete the workspace'),
  setDefaultWorkspace: ownerOnly('Make the workspace their default'),
  toggleApprovals: ownerOnly('Enable or disable approvals'),
  /** The instance enforces this one. */
  approveChanges: ownerAndApprover('Approve changes in the workspace, while approvals are enabled'),
}
