/** Why a save button is disabled before the first change. */
export const nothingToSave = 'You have no changes to save.'
