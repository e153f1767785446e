import type { Rolldown } from 'vite'

/** Paths match with either slash. */
const inPortal = (path: string) => new RegExp(String.raw`[\\/]apps[\\/]portal[\\/]src[\\/]${path}$`)
const inUi = (path: string) =>
  new RegExp(String.raw`[\\/]packages[\\/]ui[\\/]src[\\/](?:[a-z]+[\\/])?${path}$`)
const either = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'))

/**
 * Combines modules and their dependencies into one chunk, because many small chunks are larger in total and each is a request. A
 * dependency of several groups goes to the group with the highest priority, and a page that needs one module of a group loads all of
 * it. From the highest priority: the entry, the page layout, parts that pages use without a form, dialog or table, forms and dialogs,
 * tables and section navigation, and parts of a few pages.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'portal', tags: ['$initial'], priority: 7 },
  {
    name: 'page',
    test: either(inPortal(String.raw`lib[\\/]layout[\\/]page\.tsx`), inUi(String.raw`skeleton\.tsx`)),
    priority: 6,
  },
  {
    name: 'signed-in',
    test: either(
      inPortal(String.raw`shell[\\/]app-shell\.tsx`),
      inPortal(
        String.raw`features[\\/](?:workspaces|billing)[\\/]shared[\\/](?:workspace|default-workspace|tier)[^\\/]*`,
      ),
      inPortal(
        String.raw`features[\\/]workspaces[\\/](?:use-workspace-cache|workspace-(?:people|permissions|states|type))\.tsx?`,
      ),
      inPortal(
        String.raw`lib[\\/](?:[a-z]+[\\/])?(?:full-name|section-load-error|short-name|tell-failure|use-recovered-focus)[^\\/]*`,
      ),
      inUi(String.raw`(?:error-message|empty-state|card|text-link|pill|pill-counter)\.tsx`),
      /[\\/]contract[\\/]src[\\/](?:activity|billing|members)[\\/][a-z]+\.ts\?plain$/,
      /[\\/](?:useSuspenseQuery\.js|PortalProvider\.mjs|VisuallyHidden\.mjs)$/,
    ),
    priority: 5,
  },
  {
    name: 'section',
    test: either(
      inPortal(
        String.raw`lib[\\/]layout[\\/](?:[a-z]+-section|section-(?:pending|shell)|list-pending|keep-typed|unsaved-input|show-older|covered-by-confirmation)\.tsx?`,
      ),
      inPortal(String.raw`features[\\/]workspaces[\\/]shared[\\/]owner-only\.tsx`),
      inPortal(
        String.raw`lib[\\/](?:request[\\/](?:action-failure|load-failure|row-actions|row-pages|save-as-file|use-form-call))\.tsx?`,
      ),
      inUi(String.raw`(?:confirm-button|spinner)\.tsx`),
    ),
    priority: 5,
  },
  { name: 'timestamp', test: inUi(String.raw`timestamp\.tsx`), priority: 5 },
  // Separate from the form fields, because the list of workspaces needs no form.
  {
    name: 'search',
    test: either(
      inUi(String.raw`(?:control-style\.ts|search-box\.tsx)`),
      inPortal(String.raw`lib[\\/]layout[\\/](?:nothing-found\.tsx|use-search-text\.ts)`),
    ),
    priority: 5,
  },
  { name: 'text-field', test: /[\\/]react-aria-components[\\/].*[\\/]TextField\.mjs$/, priority: 5 },
  { name: 'checkbox', test: inUi(String.raw`checkbox\.tsx`), priority: 5 },
  { name: 'schemas', test: /[\\/]contract[\\/]src[\\/]text[\\/]text-rules\.ts\?schemas$/, priority: 5 },
  {
    name: 'rows',
    test: either(
      inUi(String.raw`(?:pager\.tsx|use-pages\.ts)`),
      inPortal(String.raw`lib[\\/]layout[\\/]log-cells\.tsx`),
      /[\\/]react-query[\\/].*[\\/]useInfiniteQuery\.js$/,
      /[\\/]contract[\\/]src[\\/](?:text[\\/]truncate-text\.ts|staff[\\/]records[\\/]records\.ts\?plain)/,
    ),
    priority: 5,
  },
  // Radio buttons need these modules, but no dialog or table.
  {
    name: 'focus-scope',
    test: /[\\/]react-aria(?:-components)?[\\/].*[\\/](?:FocusScope|useSlot|SelectionIndicator)\.mjs$/,
    priority: 5,
  },
  {
    name: 'form',
    test: either(
      inUi(String.raw`(?:form|text-area|text-control|text-field|use-field)\.tsx`),
      /[\\/]contract[\\/]src[\\/]messages\.ts\?plain$/,
    ),
    priority: 4,
  },
  {
    name: 'dialog',
    test: either(
      inUi(String.raw`modal\.tsx`),
      inPortal(String.raw`lib[\\/]layout[\\/](?:ask|form)-dialog\.tsx`),
    ),
    priority: 4,
  },
  {
    name: 'table',
    test: either(
      inUi(String.raw`(?:table|select|select-options)\.tsx`),
      inPortal(String.raw`lib[\\/]layout[\\/]act-select\.tsx`),
    ),
    priority: 3,
  },
  { name: 'anchor-nav', test: inPortal(String.raw`lib[\\/]layout[\\/]anchor-nav\.tsx`), priority: 3 },
  {
    name: 'staff',
    test: inPortal(String.raw`features[\\/]staff[\\/](?:pauses[\\/]use-set-|records[\\/]staff-log)[^\\/]*`),
    priority: 1,
  },
  {
    name: 'tokens',
    test: either(
      inPortal(
        String.raw`features[\\/]tokens[\\/](?:[a-z]+[\\/])?(?:token-queries|generated-token|revoke-token-button|token-secrets)[^\\/]*`,
      ),
      /[\\/]contract[\\/]src[\\/](?:service-accounts|tokens)[\\/][a-z-]+\.ts\?plain$/,
    ),
    priority: 1,
  },
]
