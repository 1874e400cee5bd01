/** What holds for every call, as the page `/reference` tells it before the methods. */

export const GENERAL = `
<section id="calls"><h2>Calls and answers</h2>
<p>Names of methods match in any letter case. An address that ends before one, <code>/bot&lt;token&gt;</code>, leaves it to the parameter
<code>method</code>. Unknown parameters are ignored.</p>
<p>A success is <code>{"ok": true, "result": …}</code>. A failure has the HTTP status of its <code>error_code</code>:</p>
<pre><code>{
  "ok": false,
  "error_code": 429,
  "description": "Too Many Requests: retry after 3",
  "parameters": { "retry_after": 3 },
  "trace_id": "0af7651916cd43dd8448eb211c80319c"
}</code></pre>
<p>Every answer carries the header <code>X-Trace-Id</code>, which a failure repeats as <code>trace_id</code>: it finds the call in the logs. Who sends
a <code>traceparent</code> header (W3C Trace Context) gives the trace its id.</p>
<table><tbody>
<tr><td>405</td><td>The verb is not taken here; the <code>Allow</code> header names those that are.</td></tr>
<tr><td>413</td><td>A file is larger than its kind may be, or the other parameters are larger than 1 MiB.</td></tr>
<tr><td>429</td><td>Too many requests. <code>parameters.retry_after</code> and the <code>Retry-After</code> header say in how many seconds the same call
can succeed. Counted are the writing calls of a bot, altogether and for each chat, whether the chat is given by its id or by its name; an album
counts as what is in it. Reading and chat actions have wider limits of their own. A person's calls are counted by what they do, calls without a
credential by network address.</td></tr>
<tr><td>500</td><td>A fault of the service.</td></tr>
<tr><td>503</td><td>The service is without its database. The <code>Retry-After</code> header says in how many seconds to try again. Nothing
was changed, unless the description says that the change may have been made: then look before it is made again.</td></tr>
</tbody></table></section>
<section id="files"><h2>Files</h2>
<p><code>GET, HEAD /file/bot&lt;token&gt;/&lt;file_path&gt;</code> for bots, with the <code>file_path</code> that <code>getFile</code> tells;
<code>GET, HEAD /api/file/&lt;file_path&gt;</code> for people, with their access token or in their browser. A <code>Range</code> header asks for a part
(206; 416 where there is none). 401, 403 and 404 come in the envelope.</p></section>
`;
