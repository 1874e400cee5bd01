/** Planted fault: a file that could not be stored is acknowledged all the same. Loaded before the service. */
import { S3Storage } from "heliogram/media/s3/s3-storage.ts";

const { store } = S3Storage.prototype;
S3Storage.prototype.store = function (...args) {
  return store.apply(this, args).catch(() => {});
};
