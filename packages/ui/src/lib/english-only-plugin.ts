/** The part of a Vite plugin that is used here; written out so that this package needs no Vite. */
interface LoadPlugin {
  name: string
  apply: 'build'
  load(id: string): string | undefined
}

const translation =
  /[\\/](?:react-aria|react-stately|react-aria-components)[\\/].*[\\/]intl[\\/].*[\\/]?([a-z]{2}-[A-Z]{2})\.(m?js)$/

/**
 * Leaves React Aria's own words ("Dismiss", "Clear", …) in the build in English alone: the product has one language, and
 * thirty more would weigh as much as the controls. Whoever's browser speaks another one reads them in English too; dates
 * and numbers keep that person's form.
 */
export function englishOnly(): LoadPlugin {
  return {
    name: 'english-only',
    apply: 'build',
    load(id) {
      const [, locale, extension] = translation.exec(id) ?? []
      if (locale === undefined || locale === 'en-US') return undefined
      return `export { default } from './en-US.${extension}'`
    },
  }
}
