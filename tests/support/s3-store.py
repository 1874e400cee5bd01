"""OpenStack Swift with its S3 interface, in one process on free ports of 127.0.0.1: the S3 store of the tests.

Swift is a complete implementation of another origin than ours: it verifies every signature, the time and the region of a
request, the SHA-256 of its body, and knows ranges and multipart uploads. Debian's package python3-swift has all of it.

usage: /usr/bin/python3 -I s3-store.py FOLDER ACCESS_KEY SECRET_KEY REGION
Prints the port of the S3 interface when it accepts requests. Ends when its standard input is closed.
"""

import os
import shutil
import sys
import time

import eventlet
import eventlet.semaphore
import eventlet.wsgi

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True, time=True)

from swift.common import storage_policy, utils, wsgi  # noqa: E402
from swift.common.middleware.s3api.s3request import S3Request  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402

HOST = "127.0.0.1"
folder, access_key, secret_key, region = sys.argv[1:]
account, user = access_key.split(":")

COMMON = f"""
[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
disable_fallocate = true
workers = 0
"""

PROXY = f"""
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth copy dlo slo versioned_writes proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = {region}
storage_domain = s3.test
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret_key} .admin
[filter:copy]
use = egg:swift#copy
[filter:dlo]
use = egg:swift#dlo
[filter:slo]
use = egg:swift#slo
[filter:versioned_writes]
use = egg:swift#versioned_writes
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 60
conn_timeout = 10
"""


class Cache:
    """The calls of memcached that Swift makes, in this process."""

    def __init__(self):
        self.values = {}

    def get(self, key, raise_on_error=False):
        value, until_s = self.values.get(key, (None, 0))
        return value if until_s > now_s() else None

    def set(self, key, value, time=0, **_):
        self.values[key] = (value, now_s() + (time or 3600))

    def incr(self, key, delta=1, time=0, **_):
        self.set(key, int(self.get(key) or 0) + int(delta), time)
        return self.get(key)

    def delete(self, key, **_):
        self.values.pop(key, None)


now_s = time.time


def with_conditions(validate):
    """Swift itself knows `If-None-Match: *` in PUT. Its S3 interface refuses it, which S3 does not."""

    def call(request):
        condition = request.environ.pop("HTTP_IF_NONE_MATCH", None)
        validate(request)
        if condition is not None:
            request.environ["HTTP_IF_NONE_MATCH"] = condition

    return call


S3Request._validate_headers = with_conditions(S3Request._validate_headers)


def with_cache(app):
    cache = Cache()
    one_at_a_time = eventlet.semaphore.Semaphore()

    def call(env, start_response):
        env["swift.cache"] = cache
        if env["REQUEST_METHOD"] == "PUT" and "HTTP_IF_NONE_MATCH" in env:
            # Swift checks the condition some time before it writes. S3 does both at once.
            with one_at_a_time:
                return app(env, start_response)
        body = app(env, start_response)
        if env["REQUEST_METHOD"] != "HEAD":
            return body
        # A fault of Swift's: it sends the body of an error in response to HEAD, too.
        close = getattr(body, "close", None)
        if close:
            close()
        return []

    return call


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def listen():
    return eventlet.listen((HOST, 0), backlog=1024)


def write_ring(name, port):
    builder = RingBuilder(4, 1, 0)
    address = {"ip": HOST, "port": port, "replication_ip": HOST, "replication_port": port}
    builder.add_dev({"region": 0, "zone": 0, "weight": 1.0, "device": "disk", "meta": "", **address})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))


def serve(socket, config):
    app = with_cache(wsgi.loadapp(config))
    log = open(os.devnull, "w")
    eventlet.spawn(eventlet.wsgi.server, socket, app, log, protocol=wsgi.SwiftHttpProtocol, debug=False)


os.makedirs(os.path.join(folder, "devices", "disk"), exist_ok=True)
settings = "[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = only\ndefault = yes\n"
utils.SWIFT_CONF_FILE = storage_policy.SWIFT_CONF_FILE = write("swift.conf", settings)
utils.validate_hash_conf()
storage_policy.reload_storage_policies()

sockets = {kind: listen() for kind in ("account", "container", "object")}
for kind, socket in sockets.items():
    write_ring(kind, socket.getsockname()[1])
for kind, socket in sockets.items():
    app = f"[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n"
    serve(socket, write(f"{kind}.conf", COMMON + app))
front = listen()
serve(front, write("proxy.conf", COMMON + PROXY))
print(front.getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.read)
shutil.rmtree(folder)
