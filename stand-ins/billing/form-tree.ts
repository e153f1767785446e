/** Parses nested form fields and query strings, as Stripe's clients send them: `items[0][price]=…`. */
export type FormTree = { [name: string]: FormTree | string }

const deepest = 6

function branch(): FormTree {
  return Object.create(null) as FormTree
}

function pathOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))].slice(0, deepest)
}

function put(tree: FormTree, path: string[], value: string): void {
  let at = tree
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part
    if (depth === path.length - 1) {
      at[key] = value
      return
    }
    const next = at[key]
    const below = typeof next === 'object' ? next : branch()
    at[key] = below
    at = below
  }
}

/** Builds a tree from flat fields. `expand[]=a&expand[]=b` becomes a list of two values. */
export function formTree(fields: unknown): FormTree {
  const tree = branch()
  if (typeof fields !== 'object' || fields === null) return tree
  for (const [name, value] of Object.entries(fields)) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    for (const one of values) if (typeof one === 'string') put(tree, pathOf(name), one)
  }
  return tree
}
