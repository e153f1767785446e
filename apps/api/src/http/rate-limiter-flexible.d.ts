/** The package's main module loads thirty limiters that this API doesn't use, so it imports single files, which have no types. */
declare module 'rate-limiter-flexible/lib/RateLimiterDrizzle.js' {
  export { RateLimiterDrizzle as default } from 'rate-limiter-flexible'
}
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  export { RateLimiterMemory as default } from 'rate-limiter-flexible'
}
declare module 'rate-limiter-flexible/lib/RateLimiterRes.js' {
  export { RateLimiterRes as default } from 'rate-limiter-flexible'
}
