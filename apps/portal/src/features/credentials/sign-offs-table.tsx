import { accessReview, type SignOff } from '@portal/contract/access-review/access-review'
import { Table } from '@portal/ui/data/table'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { ReactNode } from 'react'
import { WhoCell } from '../../lib/layout/log-cells.tsx'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { DownloadButton } from '../../lib/request/download-button.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { saveAsFile } from '../../lib/request/save-as-file.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { countTexts } from './sign-off-rules.ts'

export const reviewerName = ({ by: { name, email } }: SignOff) => name ?? email ?? 'A deleted user'

interface EvidenceButtonProps {
  workspaceId: string
  signOff: SignOff
  children: ReactNode
}

/** Downloads the evidence of one sign-off. */
export function EvidenceButton({ workspaceId, signOff: { id, at }, children }: EvidenceButtonProps) {
  const day = at.slice(0, 10)
  const download = useApiMutation(accessReview.downloadSignOff, {
    onSuccess: (text) =>
      saveAsFile({ name: `access-review-${workspaceId}-${day}.csv`, type: 'text/csv', text }),
  })
  const save = () => download.mutate({ params: { workspaceId, signOffId: id } })
  return (
    <>
      <DownloadButton onPress={save} requestStatus={download}>
        {children}
      </DownloadButton>
      <Failure error={download.error} retry={save} />
    </>
  )
}

/** The anchor of the list of sign-offs, which is below the list of entries. */
export const reviewsAnchor = 'reviews'

/** Who reviewed the workspace when, with the list as it was. See docs/product/access-review.md#sign-off. */
export function SignOffsTable({
  workspaceId,
  signOffs,
}: {
  workspaceId: string
  signOffs: readonly SignOff[]
}) {
  return (
    <TitledSection id={reviewsAnchor} title="Reviews">
      <Table
        label="Reviews"
        rows={signOffs}
        rowKey={({ id }) => id}
        pageSize={rowsPerPage}
        columns={[
          {
            id: 'at',
            header: 'Signed off',
            isRowHeader: true,
            cell: ({ at }) => <Timestamp date={at} />,
            className: 'w-44',
          },
          {
            id: 'by',
            header: 'By',
            cell: (signOff) => <WhoCell name={reviewerName(signOff)} email={signOff.by.email} />,
            className: 'w-48',
          },
          {
            id: 'entries',
            header: 'Entries',
            cell: ({ entries }) => <span className="text-sm">{countTexts(entries).join(', ')}</span>,
          },
          {
            id: 'evidence',
            header: 'Evidence',
            isHeaderHidden: true,
            align: 'right',
            cell: (signOff) => (
              <div className="flex flex-col items-end gap-2">
                <EvidenceButton workspaceId={workspaceId} signOff={signOff}>
                  <span>Evidence</span>
                  <span className="sr-only"> of {signOff.at.slice(0, 10)}</span>
                </EvidenceButton>
              </div>
            ),
            className: 'w-36',
          },
        ]}
      />
    </TitledSection>
  )
}
