/** What a command-line session can do, for the user who is about to approve one. */
export function AccessSummary() {
  return (
    <p className="text-sm">
      The command line can see and manage your workspaces, members and tokens. It cannot use billing, download
      your data, delete your account, transfer ownership, change how you sign in or sign out other devices.
      You can sign it out in the Security section of your account.
    </p>
  )
}
