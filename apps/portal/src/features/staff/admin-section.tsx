import type { ReactNode } from 'react'
import { type AdminSectionName, adminSections } from './admin-sections.ts'

export interface AdminSectionProps {
  name: AdminSectionName
  intro: ReactNode
  children: ReactNode
}

/** One section of the admin page: its heading, a short introduction and its controls. */
export function AdminSection({ name, intro, children }: AdminSectionProps) {
  const { id, title } = adminSections[name]
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="flex scroll-mt-20 flex-col gap-4">
      <div>
        <h2 id={`${id}-heading`} tabIndex={-1} className="font-semibold text-lg outline-none">
          {title}
        </h2>
        <p className="max-w-prose text-content-muted text-sm text-pretty">{intro}</p>
      </div>
      {children}
    </section>
  )
}
