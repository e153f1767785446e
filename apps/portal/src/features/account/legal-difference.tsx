import { PillCounter } from '@portal/ui/data/pill-counter'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { DifferenceTable } from './difference-table.tsx'
import { type LegalVersion, loadDocuments } from './legal-documents.ts'
import { versionDate } from './version-date.ts'

interface LegalDifferenceProps extends LegalVersion {
  /** The version that the user accepted. */
  acceptedVersion: string
}

/**
 * What changed since the version that the user accepted, side by side. The comparison code is loaded only when shown.
 * See docs/product/legal.md#what-changed.
 */
export function LegalDifference({ acceptedVersion, version, documents }: LegalDifferenceProps) {
  const difference = useQuery({
    queryKey: ['legal.difference', acceptedVersion, version],
    queryFn: async () => {
      const [{ compareDocuments }, accepted] = await Promise.all([
        import('./document-difference.ts'),
        loadDocuments(acceptedVersion),
      ])
      return accepted.length > 0 ? compareDocuments(accepted, documents) : null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const changed = difference.data?.filter(({ changes }) => changes.length > 0) ?? []
  const same = difference.data?.filter(({ changes }) => changes.length === 0) ?? []
  return (
    <section aria-labelledby="difference-heading" className="flex flex-col gap-6">
      <div>
        <h2 id="difference-heading" className="font-semibold text-xl">
          What changed
        </h2>
        {difference.data && (
          <p className="mt-1 max-w-prose text-content-muted">
            Changes since the version dated {versionDate(acceptedVersion)}, which you accepted. Removed words
            are <del className="text-danger-text">struck through</del>. New words are{' '}
            <ins className="font-medium text-success-text">underlined</ins>.
          </p>
        )}
        {difference.data === null && (
          <p className="mt-1 text-content-muted">
            You accepted the version dated {versionDate(acceptedVersion)}, which is no longer available for
            comparison.
          </p>
        )}
      </div>
      {difference.isPending && (
        <div role="status">
          <span className="sr-only">Comparing the versions...</span>
          <Skeleton lines={5} />
        </div>
      )}
      {difference.isError && (
        <ErrorMessage
          message="The versions could not be compared."
          onRetry={() => void difference.refetch()}
        />
      )}
      {changed.map(({ slug, title, changes }) => (
        <section key={slug} aria-labelledby={`${slug}-difference`} className="flex flex-col gap-2.5">
          <div className="flex items-center gap-2">
            <h3 id={`${slug}-difference`} className="font-semibold text-lg">
              {title}
            </h3>
            <PillCounter count={changes.length} label="changes" />
          </div>
          <DifferenceTable title={title} before={acceptedVersion} after={version} changes={changes} />
        </section>
      ))}
      {same.length > 0 && (
        <p className="text-content-muted text-sm">Unchanged: {same.map(({ title }) => title).join(', ')}.</p>
      )}
    </section>
  )
}
