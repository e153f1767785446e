/** Heights of controls: xs 24, sm 28, md 34, lg 40 px. Forms use md. */
export type ControlSize = 'xs' | 'sm' | 'md' | 'lg'
