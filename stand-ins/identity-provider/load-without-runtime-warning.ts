const needlessWarning = 'oidc-provider WARNING: Unsupported runtime.'

/**
 * Loads a module that imports oidc-provider and hides the library's warning about Node versions that are not LTS
 * releases. This project pins its Node version, so the warning is not actionable. Other warnings are printed.
 */
export async function loadWithoutRuntimeWarning<Module>(load: () => Promise<Module>): Promise<Module> {
  const { warn } = console
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).includes(needlessWarning)) warn(...values)
  }
  try {
    return await load()
  } finally {
    console.warn = warn
  }
}
