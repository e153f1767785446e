/** What a click on something that opens and closes does. */
export function expandTooltip(isExpanded: boolean): string {
  return isExpanded ? 'Click to collapse' : 'Click to expand'
}
