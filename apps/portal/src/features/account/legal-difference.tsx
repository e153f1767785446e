import { PillCounter } from '@portal/ui/data/pill-counter'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ParagraphChange, TextPiece } from './document-difference.ts'
import { type LegalVersion, loadDocuments, versionDate } from './legal-documents.ts'

const removedLook = 'rounded-xs bg-danger-soft text-danger-text line-through decoration-1'
const addedLook =
  'rounded-xs bg-success-soft font-medium text-success-text underline decoration-1 underline-offset-3'

/** Adds the offset of each piece in the paragraph, which serves as its React key. */
function placed(pieces: readonly TextPiece[]) {
  let from = 0
  return pieces.map((piece) => {
    const at = from
    from += piece.text.length
    return { ...piece, at }
  })
}

const textOf = (pieces: readonly TextPiece[]) => pieces.map(({ text }) => text).join('')

function Side({ pieces, as: Mark }: { pieces: readonly TextPiece[]; as: 'del' | 'ins' }) {
  const word = Mark === 'del' ? 'removed' : 'added'
  return placed(pieces).map(({ text, isChanged, at }) =>
    isChanged ? (
      <Mark key={at} className={Mark === 'del' ? removedLook : addedLook}>
        <span className="sr-only">[{word}: </span>
        {text}
        <span className="sr-only">]</span>
      </Mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}

const cell = 'w-1/2 px-4 py-3 align-top leading-relaxed wrap-anywhere'
const emptySide = <span className="text-content-muted text-sm">Not in this version</span>

interface DifferenceTableProps {
  title: string
  /** The versions of the two columns. */
  before: string
  after: string
  changes: readonly ParagraphChange[]
}

/** The changed paragraphs of one document, before and after. */
function DifferenceTable({ title, before, after, changes }: DifferenceTableProps) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface-raised">
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">Changes to {title}</caption>
        <thead>
          <tr className="border-line border-b bg-surface-sunken text-left text-content-muted text-xs">
            <th scope="col" className="px-4 py-2 font-medium">
              {versionDate(before)}, accepted
            </th>
            <th scope="col" className="border-line border-l px-4 py-2 font-medium">
              {versionDate(after)}, new
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {changes.map((change, index) => {
            const { heading } = change
            // A row that is the heading itself needs no caption.
            const isNewSection =
              heading !== '' &&
              heading !== changes[index - 1]?.heading &&
              heading !== textOf(change.after) &&
              heading !== textOf(change.before)
            const caption = isNewSection && (
              <span className="mb-1 block font-medium text-content-muted text-xs">{heading}</span>
            )
            return (
              <tr key={change.id}>
                <td className={cell}>
                  {caption}
                  {change.before.length > 0 ? <Side pieces={change.before} as="del" /> : emptySide}
                </td>
                <td className={`${cell} border-line border-l`}>
                  {caption && (
                    <span aria-hidden="true" className="mb-1 block text-xs">
                      &nbsp;
                    </span>
                  )}
                  {change.after.length > 0 ? <Side pieces={change.after} as="ins" /> : emptySide}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

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
            <PillCounter count={changes.length} label="change" />
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
