/** Heights of controls: xs 24, sm 28, md 34, lg 40 px. Forms use md (SPEC section 5). */
export type ControlSize = 'xs' | 'sm' | 'md' | 'lg'
