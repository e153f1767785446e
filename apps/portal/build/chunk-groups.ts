import type { Rolldown } from 'vite'

/** Paths match with either slash. */
const inPortal = (path: string) => new RegExp(String.raw`[\\/]apps[\\/]portal[\\/]src[\\/]${path}$`)
const inUi = (path: string) =>
  new RegExp(String.raw`[\\/]packages[\\/]ui[\\/]src[\\/](?:[a-z]+[\\/])?${path}$`)
const either = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'))

/**
 * Combines modules that are loaded together, including their dependencies, into one chunk. Many small chunks are larger in
 * total, and each is a request. In order: the entry, the page layout, and components on nearly every signed-in page.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'portal', tags: ['$initial'], priority: 3 },
  {
    name: 'page',
    test: either(inPortal(String.raw`lib[\\/]layout[\\/]page\.tsx`), inUi(String.raw`skeleton\.tsx`)),
    priority: 2,
  },
  {
    name: 'signed-in',
    test: either(
      inPortal(String.raw`shell[\\/](?:app-shell|request-failure)\.tsx`),
      inPortal(
        String.raw`features[\\/](?:workspaces|billing)[\\/]shared[\\/](?:workspace|default-workspace|tier)[^\\/]*`,
      ),
      inPortal(
        String.raw`features[\\/]workspaces[\\/](?:use-workspace-cache|workspace-(?:permissions|states|type))\.tsx?`,
      ),
      inPortal(
        String.raw`lib[\\/](?:[a-z]+[\\/])?(?:full-name|section-load-error|short-name|tell-failure|use-recovered-focus)[^\\/]*`,
      ),
      inPortal(
        String.raw`features[\\/](?:invitations|ownership|workspaces)[\\/][^\\/]*(?:-queries|-people)\.ts`,
      ),
      inUi(String.raw`(?:error-message|empty-state|card|text-link|pill|pill-counter)\.tsx`),
      /[\\/]contract[\\/]src[\\/](?:activity|billing|invitations|members|ownership)\.ts\?plain$/,
      /[\\/](?:useSuspenseQuery\.js|PortalProvider\.mjs|VisuallyHidden\.mjs)$/,
    ),
    priority: 1,
  },
  {
    name: 'section',
    test: either(
      inPortal(
        String.raw`lib[\\/]layout[\\/](?:[a-z]+-section|section-(?:pending|shell)|list-pending|keep-typed|unsaved-input|show-older)\.tsx?`,
      ),
      inPortal(String.raw`features[\\/]workspaces[\\/]shared[\\/]owner-only\.tsx`),
      inPortal(
        String.raw`lib[\\/](?:request[\\/](?:action-failure|load-failure|row-actions|row-pages|save-as-file|use-form-call))\.tsx?`,
      ),
      inUi(String.raw`spinner\.tsx`),
    ),
    priority: 1,
  },
  // Separate from the form fields, because the list of workspaces needs no form.
  { name: 'search', test: inUi(String.raw`(?:control-style\.ts|search-box\.tsx)`), priority: 1 },
  { name: 'text-field', test: /[\\/]react-aria-components[\\/].*[\\/]TextField\.mjs$/, priority: 1 },
]
