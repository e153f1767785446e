/** The sections that the routes declare. See docs/product/interface.md#sections. */
import { may, type WorkspaceRole } from '@portal/contract/members/roles'
import {
  type AnyRoute,
  type AnyRouter,
  type LinkOptions,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import type { Access, Section } from '../guard/static-data.ts'

export type PageSection = Section & { name: string; access: Access; to: string }
export type LinkedSection = PageSection & { link: LinkOptions }

/** Returns the sections of all routes in the order of their navigation. */
export function sectionsOf({ routesById }: Pick<AnyRouter, 'routesById'>): PageSection[] {
  return Object.values<AnyRoute>(routesById)
    .flatMap(({ to, options: { staticData } }) => {
      const { name, access, section } = staticData
      // Without optional parameters, which would be taken from the current page.
      return section ? [{ ...section, name, access, to: to.replace(/\/\{-\$\w+\}/g, '') }] : []
    })
    .sort((a, b) => a.order - b.order)
}

const isBelow = (to: string, section: string) => to.startsWith(`${section}/`)

/** Adds a link to each section. A section with others below it is current only at its own address. */
function withLinks(
  sections: readonly PageSection[],
  more: (section: PageSection) => Pick<LinkOptions, 'params' | 'search'>,
): LinkedSection[] {
  return sections.map((section) => {
    const exact = sections.some(({ to }) => isBelow(to, section.to))
    const link = { to: section.to, activeOptions: { exact, includeSearch: false }, ...more(section) }
    return { ...section, link: link as LinkOptions }
  })
}

/** Returns the sections of a workspace that a member may see. While the role is unknown, those that every member sees. */
export function workspaceSections(
  sections: readonly PageSection[],
  workspaceId: string,
  role: WorkspaceRole = 'EDITOR',
): LinkedSection[] {
  const shown = sections.filter((section) => section.in === 'workspace' && may(role, section.right))
  return withLinks(shown, () => ({ params: { workspaceId } }))
}

/**
 * Returns the sections of the account and the portal's main pages. While the email is unverified, the address of the profile form
 * differs from that of the inbox screen.
 */
export function portalSections(sections: readonly PageSection[], isEmailVerified: boolean): LinkedSection[] {
  const shown = sections.filter((section) => section.in !== 'workspace')
  return withLinks(shown, ({ name }) =>
    name === 'profile' && !isEmailVerified ? { search: { edit: true } } : {},
  )
}

/** Returns the section of the current page, which may be a page below it. */
export function useCurrentSection(): PageSection | undefined {
  const router = useRouter()
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '' })
  return sectionsOf(router)
    .filter(({ to }) => page === to || isBelow(page, to))
    .sort((a, b) => b.to.length - a.to.length)[0]
}
