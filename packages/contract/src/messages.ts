/** The messages about invalid values in forms and in the API. See docs/product/errors.md#text. */
export const messages = {
  required: 'This field is required',
  url: 'Invalid URL',
  email: 'Invalid email',
  timeString: 'Invalid time string',
  shortLifetime: 'Enter a lifetime of at least one minute, such as 1m',
  pattern: 'This field is invalid',
  discord: 'Invalid discord tag',
  github: 'Invalid github username',
  managedRemoteUrl:
    'You cannot use an "app.systeminit" URL for a Remote URL Workspace. Use "Managed By System Initiative" instead.',
  localRemoteUrl:
    'You cannot use a "localhost" URL for a Remote URL Workspace. Use "Local Dev Instance" instead.',
  textField: 'Only letters, digits, spaces and - . , _ @ / + are allowed',
  personName: "Use only letters, digits, spaces and ' - . , _ + & ! # (). Web addresses are not allowed",
  tooLong: (max: number) => `Your input cannot be more than ${max} characters long.`,
  oneLine: 'Line breaks, control characters and characters that change the direction of text are not allowed',
  plainText: 'Control characters and characters that change the direction of text are not allowed',
} as const
