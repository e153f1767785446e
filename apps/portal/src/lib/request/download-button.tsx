import { Button, type ButtonProps } from '@portal/ui/buttons/button'

/** A button that requests a file, which the API collects first. */
export function DownloadButton(props: Pick<ButtonProps, 'onPress' | 'requestStatus' | 'children'>) {
  return <Button icon="download" size="sm" loadingText="Collecting..." successText="Downloaded" {...props} />
}
