import { Button } from '@portal/ui/buttons/button'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

export interface ShowOlderProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** Loads the next page of a list sorted newest first. Hidden on the last page. */
export function ShowOlder({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: ShowOlderProps) {
  if (!hasNextPage) return null
  return (
    <Button onPress={() => void fetchNextPage()} isLoading={isFetchingNextPage} className="self-center">
      Show older
    </Button>
  )
}
