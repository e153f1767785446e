/** Where a browser storage keeps its values. Any method may throw. */
export type StorageBacking = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
