const needlessWarning = 'oidc-provider WARNING: Unsupported runtime.'

/**
 * Loads a module that imports oidc-provider. The library warns at import about every Node that is not an LTS release;
 * this
 * project pins the Node that it is tested on, so nobody could act on the warning. Other warnings are printed.
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
