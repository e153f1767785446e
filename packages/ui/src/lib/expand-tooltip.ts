/** What a click on something that opens and closes does (SPEC section 2, "Expand/collapse tooltips"). */
export function expandTooltip(isExpanded: boolean): string {
  return isExpanded ? 'Click to collapse' : 'Click to expand'
}
