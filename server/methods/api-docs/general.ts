/** The sections of the page `/reference` that apply to every call. */

export const GENERAL = `
<section id="calls"><h2>Requests and responses</h2>
<p>Method names are case-insensitive. The path <code>/bot&lt;token&gt;</code> without a method name takes it from the parameter
<code>method</code>. Unknown parameters are ignored.</p>
<p>A success is <code>{"ok": true, "result": …}</code>. A failure has the HTTP status that <code>error_code</code> repeats:</p>
<pre><code>{
  "ok": false,
  "error_code": 429,
  "description": "Too Many Requests: retry after 3",
  "parameters": { "retry_after": 3 },
  "trace_id": "0af7651916cd43dd8448eb211c80319c"
}</code></pre>
<p>Every response has the header <code>X-Trace-Id</code>, which a failure repeats as <code>trace_id</code>; the logs name it too. A request with
a <code>traceparent</code> header (W3C Trace Context) sets the trace id.</p>
<table><tbody>
<tr><td>403</td><td>The request of a browser comes from another site's page. Methods of bots do not refuse it.</td></tr>
<tr><td>405</td><td>The HTTP method is not allowed here; the <code>Allow</code> header lists those that are.</td></tr>
<tr><td>413</td><td>A file exceeds the limit of its kind, or the other parameters exceed 1 MiB.</td></tr>
<tr><td>429</td><td>Too many requests. <code>parameters.retry_after</code> and the <code>Retry-After</code> header say in how many seconds the same call
can succeed. The writing calls of a bot are limited in total and per chat, whether the chat is given by its id or by its user name; an album
counts as the number of its files. Reading calls and chat actions have higher limits of their own. A person's calls are limited by kind, calls without
a credential by network address.</td></tr>
<tr><td>500</td><td>An internal error of the service.</td></tr>
<tr><td>503</td><td>The database is unavailable. The <code>Retry-After</code> header says in how many seconds to try again. Nothing
was changed, unless the description says that the change may have been made: check that before you repeat the call.</td></tr>
</tbody></table></section>
<section id="files"><h2>Files</h2>
<p><code>GET, HEAD /file/bot&lt;token&gt;/&lt;file_path&gt;</code> for bots, with the <code>file_path</code> from <code>getFile</code>;
<code>GET, HEAD /api/file/&lt;file_path&gt;</code> for people, with their access token or in their browser. A <code>Range</code> header requests a part
(206; 416 if it is outside the file). 401, 403 and 404 have the JSON body of a failure.</p></section>
`;
