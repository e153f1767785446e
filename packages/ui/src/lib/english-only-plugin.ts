/** The part of a Vite plugin that is used here. It is declared here so that this package doesn't depend on Vite. */
interface LoadPlugin {
  name: string
  apply: 'build'
  load(id: string): string | undefined
}

const translation =
  /[\\/](?:react-aria|react-stately|react-aria-components)[\\/].*[\\/]intl[\\/].*[\\/]?([a-z]{2}-[A-Z]{2})\.(m?js)$/

/**
 * Keeps only the English version of React Aria's built-in strings ("Dismiss", "Clear", …) in the build. The product is
 * in English, and the other 30 languages would weigh as much as the controls. Dates and numbers still follow the user's
 * locale.
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
