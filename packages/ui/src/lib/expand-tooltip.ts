/** The tooltip of a control that expands and collapses. */
export function expandTooltip(isExpanded: boolean): string {
  return isExpanded ? 'Click to collapse' : 'Click to expand'
}
