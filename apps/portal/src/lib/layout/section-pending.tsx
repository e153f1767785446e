import { Skeleton } from '@portal/ui/feedback/skeleton'
import { ListPending } from './list-pending.tsx'
import { ShellSection } from './shell-section.tsx'

/** The skeleton of every section. The router shows it after 200 ms, so its placeholders appear without a further delay. */
export function SectionPending() {
  return (
    <div className="**:[animation-delay:0s]">
      <ShellSection intro={<Skeleton className="w-80 max-w-full" />}>
        <ListPending label="Loading the section..." lines={4} />
      </ShellSection>
    </div>
  )
}
