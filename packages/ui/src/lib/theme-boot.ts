/** Where the theme choice is stored: a prefixed key containing THEME. */
export const themeStorageKey = 'SI-THEME'

/** Where a server that forbids inline scripts can offer `themeBootScript` from, as `text/javascript`. */
export const themeBootPath = '/theme-boot.js'

/**
 * Sets `data-theme` before the first paint, by the rule in docs/product/interface.md#theme, so that the page never flashes in the wrong
 * theme. It belongs in `<head>`, before the styles: either inline, with its hash in the content security policy, or as
 * `<script src="/theme-boot.js">` (not deferred) served from this very string.
 */
export const themeBootScript = `(function () {
  var key = '${themeStorageKey}', choice = null, theme = 'dark';
  function from(read) { try { return choice || read(); } catch (e) { return choice; } }
  choice = from(function () { return localStorage.getItem(key); });
  choice = from(function () { return sessionStorage.getItem(key); });
  choice = from(function () { return (document.cookie.match(/(?:^|; )lS_${themeStorageKey}=(light|dark)(?:;|$)/) || [])[1]; });
  try { if (matchMedia('(prefers-color-scheme: light)').matches) theme = 'light'; } catch (e) {}
  document.documentElement.dataset.theme = choice === 'light' || choice === 'dark' ? choice : theme;
})();
`
