import { Button } from '@portal/ui/buttons/button'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

export interface ShowOlderProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** Below a list that begins with the newest: asks for its next page, while there is one. */
export function ShowOlder({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: ShowOlderProps) {
  if (!hasNextPage) return null
  return (
    <Button onPress={() => void fetchNextPage()} isLoading={isFetchingNextPage} className="self-center">
      Show older
    </Button>
  )
}
