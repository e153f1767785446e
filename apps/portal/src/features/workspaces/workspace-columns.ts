/** A grid of 4 columns (SPEC section 9), fewer where a window is too narrow for four. */
export const workspaceColumns = { mobile: 1, tablet: 2, desktop: 4 } as const
